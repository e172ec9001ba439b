import type { Change, DryRun } from '../../../client/dry-run.ts';
import { facts } from '../facts.ts';
import { isObject } from '../json.ts';
import type { DryRunState } from '../run/run.ts';
import { DataTable } from '../widgets/data-table.tsx';
import { titled, valueText } from '../words.ts';
import type { Tab } from '../work/work.ts';

interface DryRunViewProps {
  readonly run: DryRunState;
  readonly tab: Tab;
  readonly onSend: (cursor: number) => void;
}

/** True if a write changes more than the data of an emulator. */
const isLive = facts.emulator === null;

/** The effect of a mutation, and the button that sends it. */
export const DryRunView = ({ run, tab, onSend }: DryRunViewProps) => {
  const { writes, tab: asked, cursor } = run;
  const isChanged =
    tab.query !== asked.query || tab.variables !== asked.variables || tab.headers !== asked.headers;
  const isRefused = writes.every(({ outcome }) => outcome === 'REJECTED' || outcome === 'GUARDED');
  return (
    <section class="dry-run" aria-label="Before it is sent">
      <p class="send" role="status">
        <b>Nothing was sent.</b> {isRefused ? 'It would be rejected.' : 'This is what it would do.'}
        {isChanged && ' The operation has changed since. Run it again.'}
        <span class="space" />
        <button
          type="button"
          class={`run ${isLive ? 'spends' : 'writes'}`}
          disabled={isRefused || isChanged}
          onClick={() => onSend(cursor)}
        >
          Send{isLive && ' with live keys'}
        </button>
      </p>
      {writes.map((write) => (
        <Write key={write.path} write={write} />
      ))}
    </section>
  );
};

const Write = ({ write }: { readonly write: DryRun }) => {
  const { path, outcome, sentences, errors, changes, money, activates, guards } = write;
  return (
    <article>
      <h3>
        <span class={`outcome ${outcome}`}>{titled(outcome)}</span> {path}
      </h3>
      <ul class="sentences">
        {sentences.map((sentence, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ul>
      {errors.map(({ code, message, argument }, at) => (
        <p key={at} class="fault">
          <code>{code}</code> {message} <code>{argument}</code>
        </p>
      ))}
      {activates.length > 0 && (
        <p class="warn">
          Becomes active: {activates.map(({ type, name }) => name ?? `a new ${type}`).join(', ')}
        </p>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      {money.length > 0 && (
        <DataTable caption="Budgets" heads={['Currency', 'Daily', 'Total']}>
          {money.map(({ currency, dailyBefore, dailyAfter, totalBefore, totalAfter }) => [
            currency,
            fromTo(dailyBefore, dailyAfter),
            fromTo(totalBefore, totalAfter),
          ])}
        </DataTable>
      )}
      {guards.length > 0 && (
        <DataTable caption="Guards" heads={['Rule', 'Limit', 'Value', 'Verdict']}>
          {guards.map(({ rule, limit, value, verdict }) => [
            titled(rule),
            limit,
            value,
            titled(verdict),
          ])}
        </DataTable>
      )}
    </article>
  );
};

const fromTo = (before: string, after: string): string =>
  before === after ? before : `${before} → ${after}`;

const Changes = ({ changes }: { readonly changes: readonly Change[] }) => (
  <DataTable caption="Changes" heads={['What', 'Field', 'Before', 'After']}>
    {changes.flatMap(({ type, name, field, before, after }) => {
      const what = name === null ? type : `${type} “${name}”`;
      if (field !== null) return [[what, titled(field), textOf(before), textOf(after)]];
      const fields = Object.entries({ ...asObject(before), ...asObject(after) });
      return fields.map(([one]) => [
        what,
        titled(one),
        textOf(asObject(before)[one]),
        textOf(asObject(after)[one]),
      ]);
    })}
  </DataTable>
);

const asObject = (value: unknown) => (isObject(value) ? value : {});

/** A value as people read it: an amount with its currency, an empty text for no value. */
const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (!isObject(value)) return valueText(String(value));
  if ('amount' in value) return `${value['amount']} ${value['currency']}`;
  return Object.entries(value)
    .map(([name, one]) => `${titled(name)}: ${textOf(one)}`)
    .join('; ');
};
