export const Telephones = ({ numbers }: { numbers: readonly string[] }) =>
  numbers.map((number) => (
    <a key={number} translate="no" className="link" href={`tel:${number.replace(/[^\d+]/g, '')}`}>
      {number}
    </a>
  ));
