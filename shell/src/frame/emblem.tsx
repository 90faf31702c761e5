/** A gopuram of three steps with its door and kalasams, flat like the line below the masthead. */
export const Emblem = () => (
  <svg className="emblem" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <path
      fill="#fff"
      d="M13 10h14l1.5 6h-17zM10.5 18h19l1.5 7H9zM8.5 27h23l1.5 9h-9.5v-4a3.5 3.5 0 0 0-7 0v4H7z"
    />
    <path
      fill="#e0a526"
      d="M11 8h18v2H11zM9 16h22v2H9zM7 25h26v2H7zM5 36h30v2H5zM20 1l1.6 4H23v3h-6V5h1.4zM14 3l1 2.5V8h-2V5.5zM26 3l1 2.5V8h-2V5.5z"
    />
  </svg>
);
