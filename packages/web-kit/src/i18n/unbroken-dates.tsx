const datePattern = /(\b\d{2}-\d{2}-\d{4}\b)/;

/** A text in which no date is broken at its hyphens. */
export const UnbrokenDates = ({ text }: { text: string }) =>
  text.split(datePattern).map((segment, index) =>
    datePattern.test(segment) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="whole">
        {segment}
      </span>
    ) : (
      segment
    ),
  );
