// Loaded when the form is first shown.
import type { GraphQLInputType } from 'graphql';
import { getNullableType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { Plus, X } from '../../../design/icons.ts';
import { isObject, type Values } from '../json.ts';
import { type DeclaredVariable, sampleOf } from '../language/declared-variables.ts';
import { withJsonAt } from '../language/json-edits.ts';
import { Icon, IconButton } from '../widgets/icon.tsx';
import { type IdContext, idKindOf } from './id-choices.ts';
import { ValueInput } from './value-input.tsx';

interface VariablesFormProps {
  readonly declared: readonly DeclaredVariable[];
  /** JSON, as it was typed. */
  readonly text: string;
  readonly context: IdContext;
  readonly onText: (text: string) => void;
}

/** The variables of an operation as a form. It shows the JSON, and edits only that. */
export const VariablesForm = ({ declared, text, context, onText }: VariablesFormProps) => {
  const values = valuesIn(text);
  if (values === null) {
    return <p class="empty">The JSON is not valid. Fix it to see the form.</p>;
  }
  if (declared.length === 0) return <p class="empty">The operation declares no variables.</p>;
  const form: Form = { context, write: (path, value) => onText(withJsonAt(text, path, value)) };
  return (
    <section class="variables-form" aria-label="Form of variables">
      <Members form={form} slots={declared} values={values} path={[]} />
    </section>
  );
};

const valuesIn = (text: string): Values | null => {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

type JsonPath = readonly (string | number)[];

interface Form {
  readonly context: IdContext;
  /** Writes a value at a path; `undefined` removes it. */
  readonly write: (path: JsonPath, value: unknown) => void;
}

/** A variable, or a field of an input. */
interface FormSlot {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly isNeeded: boolean;
  readonly use: DeclaredVariable['use'];
}

interface MembersProps {
  readonly form: Form;
  readonly slots: readonly FormSlot[];
  readonly values: Values;
  readonly path: JsonPath;
}

/** The members that are given or needed, and a choice of the others. */
const Members = ({ form, slots, values, path }: MembersProps) => {
  const isShown = ({ name, isNeeded }: FormSlot): boolean => isNeeded || name in values;
  const others = slots.filter((slot) => !isShown(slot));
  const add = (name: string): void => {
    const slot = others.find((one) => one.name === name);
    if (slot !== undefined) form.write([...path, name], sampleOf(slot.type));
  };
  return (
    <ul>
      {slots.filter(isShown).map((slot) => (
        <li key={slot.name}>
          <Member
            {...slot}
            form={form}
            value={values[slot.name]}
            path={[...path, slot.name]}
            isFixed={slot.isNeeded}
          />
        </li>
      ))}
      {others.length > 0 && (
        <li>
          <select
            aria-label={`Add to ${path.join('.') || 'variables'}`}
            value=""
            onChange={({ currentTarget }) => {
              add(currentTarget.value);
              currentTarget.value = '';
            }}
          >
            <option value="">Add …</option>
            {others.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </li>
      )}
    </ul>
  );
};

interface MemberProps extends Omit<FormSlot, 'isNeeded'> {
  readonly form: Form;
  readonly value: unknown;
  readonly path: JsonPath;
  /** True if it cannot be taken out. */
  readonly isFixed: boolean;
}

const Member = (props: MemberProps) => {
  const { form, name, type, use, value, path, isFixed } = props;
  const inner = getNullableType(type);
  const label = path.join('.');
  const isNested = isInputObjectType(inner) || isListType(inner);
  return (
    <>
      <div class="member">
        <span title={String(type)}>{name}</span>
        {!isNested && (
          <ValueInput
            {...{ label, type, value }}
            idKind={idKindOf(use?.argument ?? name, use?.field)}
            context={form.context}
            onValue={(changed) => form.write(path, changed)}
          />
        )}
        {!isFixed && (
          <IconButton
            of={X}
            class="quiet small"
            label={`Remove ${label}`}
            onClick={() => form.write(path, undefined)}
          />
        )}
      </div>
      {isNested && <Inside {...props} />}
    </>
  );
};

const Inside = ({ form, name, type, use, value, path }: MemberProps) => {
  const inner: GraphQLInputType = getNullableType(type);
  if (isInputObjectType(inner)) {
    const slots = Object.values(inner.getFields()).map((field) => ({
      name: field.name,
      type: field.type,
      isNeeded: isNonNullType(field.type) && field.defaultValue === undefined,
      use: null,
    }));
    return <Members {...{ form, slots, path }} values={isObject(value) ? value : {}} />;
  }
  if (!isListType(inner)) return null;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <ol start={0}>
      {items.map((item, at) => (
        <li key={at}>
          <Member
            {...{ form, value: item, type: inner.ofType, use, isFixed: false }}
            name={name}
            path={[...path, at]}
          />
        </li>
      ))}
      <li>
        <button
          type="button"
          class="quiet small"
          onClick={() => form.write([...path, items.length], sampleOf(inner.ofType))}
        >
          <Icon of={Plus} /> Add to {name}
        </button>
      </li>
    </ol>
  );
};
