const date = /(\b\d{2}-\d{2}-\d{4}\b)/;

/** A text in which no date is broken at its hyphens. */
export const WholeDates = ({ text }: { text: string }) =>
  text.split(date).map((part, at) =>
    date.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={at} className="whole">
        {part}
      </span>
    ) : (
      part
    ),
  );
