import type { GraphQLInputType, ValueNode } from 'graphql';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
} from 'graphql';
import { type IdContext, idKindOf } from '../forms/id-choices.ts';
import { IdInput } from '../forms/id-input.tsx';
import { Select } from '../widgets/choice.tsx';
import { TextInput } from '../widgets/search.tsx';
import type { Entry, Holder, Slot, TextEdit } from './input-edits.ts';
import { entryEdit, replaceEdit, sampleText, withoutEntryEdit } from './input-edits.ts';
import { Row } from './row.tsx';

interface Editing {
  readonly text: string;
  /** The headers and texts with which ids are queried. */
  readonly context: IdContext;
  readonly onEdit: (edit: TextEdit) => void;
  readonly onDocs: (type: string, field: string | null) => void;
}

interface InputsProps extends Editing {
  readonly holder: Holder;
  readonly slots: readonly Slot[];
  /** True if exactly one of them is given. */
  readonly isOneOf?: boolean;
}

/** The inputs of a field or an input object, with the values that are given. */
export const Inputs = ({ slots, holder, ...props }: InputsProps) => (
  <>
    {slots.map((slot) => {
      const named = holder.kind === Kind.FIELD ? (holder.arguments ?? []) : [];
      const entries = holder.kind === Kind.OBJECT ? holder.fields : named;
      const entry = entries.find(({ name }) => name.value === slot.name);
      return (
        <Input
          {...props}
          key={slot.name}
          holder={holder}
          slot={slot}
          label={`${slot.name}: `}
          entry={entry ?? null}
          value={entry?.value ?? null}
        />
      );
    })}
  </>
);

interface InputProps extends Omit<InputsProps, 'slots'> {
  readonly slot: Slot;
  /** The text before its value; empty for an item of a list. */
  readonly label: string;
  readonly entry: Entry | null;
  readonly value: ValueNode | null;
}

const Input = ({ slot, label, entry, value, holder, isOneOf = false, ...props }: InputProps) => {
  const { text, context, onEdit, onDocs } = props;
  const { name, type } = slot;
  const field = holder.kind === Kind.FIELD ? holder.name.value : '';
  const toggle = (): void => {
    const written = `${label}${sampleText(slot)}`;
    if (entry !== null) onEdit(withoutEntryEdit(text, holder, entry));
    else if (isOneOf) onEdit(replaceEdit(holder, `{ ${written} }`));
    else onEdit(entryEdit(holder, written));
  };
  const isPlain = value !== null && value.kind !== Kind.OBJECT && value.kind !== Kind.LIST;
  return (
    <Row
      name={`${name}:`}
      isChecked={entry !== null}
      isFixed={
        entry !== null && label !== '' && isNonNullType(type) && slot.defaultValue === undefined
      }
      onToggle={toggle}
      type={String(type)}
      onDocs={() => onDocs(getNamedType(type).name, null)}
      value={isPlain ? <Value {...{ slot, field, value, text, context, onEdit }} /> : null}
      below={value === null || isPlain ? null : insideOf(slot, value, props)}
    />
  );
};

/** The rows of an object or a list; null if its type has none. */
const insideOf = ({ name, type }: Slot, value: ValueNode, props: Editing) => {
  const inner: GraphQLInputType = getNullableType(type);
  if (value.kind === Kind.OBJECT && isInputObjectType(inner)) {
    const slots = Object.values(inner.getFields());
    return () => (
      <ul class="branch" aria-label={`Members of ${name}`}>
        <Inputs {...props} holder={value} slots={slots} isOneOf={inner.isOneOf} />
      </ul>
    );
  }
  if (value.kind !== Kind.LIST || !isListType(inner)) return null;
  return () => (
    <ul class="branch" aria-label={`Items of ${name}`}>
      {[...value.values, null].map((item, at) => (
        <Input
          {...props}
          key={`${at} ${item === null}`}
          holder={value}
          slot={{ name: `${name} ${at + 1}`, type: inner.ofType }}
          label=""
          entry={item}
          value={item}
        />
      ))}
    </ul>
  );
};

interface ValueProps extends Pick<Editing, 'text' | 'context' | 'onEdit'> {
  readonly slot: Slot;
  /** The field that takes it; empty inside an input. */
  readonly field: string;
  readonly value: ValueNode;
}

const numbers = { [Kind.INT]: /^-?\d+$/, [Kind.FLOAT]: /^-?\d+(\.\d+)?$/ } as const;

const Value = ({ slot: { name, type }, field, value, text, context, onEdit }: ValueProps) => {
  const named = getNamedType(type);
  const label = `Value of ${name}`;
  const write = (written: string): void => onEdit(replaceEdit(value, written));
  const choices = isEnumType(named) ? named.getValues().map((one) => one.name) : ['true', 'false'];
  const shown = text.slice(value.loc?.start, value.loc?.end);
  if ((value.kind === Kind.ENUM || value.kind === Kind.BOOLEAN) && choices.includes(shown)) {
    return <Select name={label} value={shown} options={choices} onChoose={write} />;
  }
  const kind = named.name === 'ID' ? idKindOf(name.replace(/ \d+$/, ''), field) : null;
  if (value.kind === Kind.STRING && kind !== null) {
    const onValue = (id: string): void => write(JSON.stringify(id));
    return <IdInput {...{ label, kind, context, onValue }} value={value.value} />;
  }
  if (value.kind === Kind.STRING) {
    const onValue = (typed: string): void => write(JSON.stringify(typed));
    return <TextInput {...{ label, onValue }} value={value.value} />;
  }
  if (value.kind === Kind.INT || value.kind === Kind.FLOAT) {
    const isWritten = numbers[value.kind];
    const onValue = (typed: string): void => {
      if (isWritten.test(typed)) write(typed);
    };
    return <TextInput type="number" step="any" {...{ label, onValue }} value={value.value} />;
  }
  return <code title="Change it in the text">{shown}</code>;
};
