import { Bilingual, type Word } from '@archaka/platform';
import { type ComponentProps, useId } from 'react';

interface SliderProps extends Pick<ComponentProps<'input'>, 'min' | 'max' | 'step' | 'value'> {
  label: Word;
  onSlide: (value: number) => void;
}

/** A number chosen by sliding. */
export function Slider({ label, onSlide, ...inputProps }: SliderProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        <Bilingual word={label} />
      </label>
      <input
        {...inputProps}
        id={id}
        type="range"
        className="slider"
        onChange={({ target }) => onSlide(target.valueAsNumber)}
      />
    </div>
  );
}
