import type { GraphQLInputType } from 'graphql';
import { getNullableType, isEnumType } from 'graphql';
import { Select } from '../widgets/choice.tsx';
import { TextInput } from '../widgets/search.tsx';
import type { IdContext, IdKind } from './id-choices.ts';
import { IdInput } from './id-input.tsx';

interface ValueInputProps {
  readonly label: string;
  readonly type: GraphQLInputType;
  /** The kind of the id; null if there is no list to choose from. */
  readonly idKind: IdKind | null;
  readonly value: unknown;
  readonly context: IdContext;
  readonly onValue: (value: unknown) => void;
}

/** A value that is neither an object nor a list, in the control that fits its type. */
export const ValueInput = (props: ValueInputProps) => {
  const { label, type, idKind, value, context, onValue } = props;
  const inner = getNullableType(type);
  const shown = value === null || value === undefined ? '' : String(value);
  const choose = (choices: readonly string[], onChoose: (one: string) => void) => (
    <Select
      name={label}
      value={shown}
      options={choices.includes(shown) ? choices : [shown, ...choices]}
      onChoose={onChoose}
    />
  );
  if (isEnumType(inner)) return choose(Object.keys(inner.toConfig().values), onValue);
  if (String(inner) === 'ID' && idKind !== null) {
    return <IdInput {...{ label, context, onValue }} kind={idKind} value={shown} />;
  }
  switch (String(inner)) {
    case 'Boolean':
      return choose(['true', 'false'], (one) => onValue(one === 'true'));
    case 'Int':
    case 'Float':
      return (
        <TextInput
          type="number"
          step={String(inner) === 'Int' ? 1 : 'any'}
          label={label}
          value={shown}
          onValue={(typed) => typed === '' || onValue(Number(typed))}
        />
      );
    case 'DateTime':
      return <TimeInput label={label} value={shown} onValue={onValue} />;
    default:
      return <TextInput label={label} value={shown} onValue={onValue} />;
  }
};

interface PlainProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A time in UTC to the minute: `2026-06-01T09:00:00Z`. */
const TimeInput = ({ label, value, onValue }: PlainProps) => {
  const time = Date.parse(value);
  return (
    <>
      <TextInput
        type="datetime-local"
        label={label}
        value={Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 16)}
        onValue={(typed) => onValue(typed === '' ? '' : `${typed}:00Z`)}
      />
      <small>UTC</small>
    </>
  );
};
