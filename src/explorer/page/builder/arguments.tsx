import type { ArgumentNode, FieldNode, GraphQLArgument } from 'graphql';
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  Kind,
} from 'graphql';
import type { TextEdit } from './edits.ts';
import { argumentEdit, sampleText, withoutArgumentEdit } from './edits.ts';

interface ArgumentsProps {
  readonly args: readonly GraphQLArgument[];
  readonly node: FieldNode;
  readonly text: string;
  readonly onEdit: (edit: TextEdit) => void;
}

/** The arguments of a selected field: which are given, and their values where they are plain. */
export const Arguments = ({ args, node, text, onEdit }: ArgumentsProps) => (
  <ul class="branch arguments" aria-label={`Arguments of ${node.name.value}`}>
    {args.map((argument) => {
      const given = node.arguments?.find(({ name }) => name.value === argument.name);
      const toggle = (): void => {
        const edit =
          given === undefined
            ? argumentEdit(node, argument.name, sampleText(argument))
            : withoutArgumentEdit(text, node, given);
        if (edit !== null) onEdit(edit);
      };
      return (
        <li key={argument.name} class="twig">
          <label>
            <input
              type="checkbox"
              checked={given !== undefined}
              disabled={given !== undefined && isRequiredArgument(argument)}
              onChange={toggle}
            />{' '}
            <span>{argument.name}:</span>
          </label>
          {given === undefined ? (
            <span class="type">{String(argument.type)}</span>
          ) : (
            <Value
              argument={argument}
              given={given}
              text={text}
              onValue={(value) => {
                const edit = argumentEdit(node, argument.name, value);
                if (edit !== null) onEdit(edit);
              }}
            />
          )}
        </li>
      );
    })}
  </ul>
);

interface ValueProps {
  readonly argument: GraphQLArgument;
  readonly given: ArgumentNode;
  readonly text: string;
  /** Called with the new value as GraphQL. */
  readonly onValue: (value: string) => void;
}

const Value = ({ argument, given: { value }, text, onValue }: ValueProps) => {
  const type = getNullableType(argument.type);
  const choices = isEnumType(type)
    ? type.getValues().map(({ name }) => name)
    : !isListType(type) && !isInputObjectType(type) && type.name === 'Boolean'
      ? ['true', 'false']
      : null;
  const label = `Value of ${argument.name}`;
  const shown = value.loc === undefined ? '' : text.slice(value.loc.start, value.loc.end);
  if (choices?.includes(shown) === true) {
    return (
      <select
        aria-label={label}
        value={shown}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  if (value.kind === Kind.STRING) {
    return (
      <input
        type="text"
        aria-label={label}
        value={value.value}
        onInput={({ currentTarget }) => onValue(JSON.stringify(currentTarget.value))}
      />
    );
  }
  if (value.kind === Kind.INT) {
    return (
      <input
        type="number"
        aria-label={label}
        value={value.value}
        onInput={({ currentTarget }) => {
          if (/^-?\d+$/.test(currentTarget.value)) onValue(currentTarget.value);
        }}
      />
    );
  }
  return <code title="Change it in the text">{shown}</code>;
};
