import type { ReactNode, SyntheticEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import { Field } from '../Field.tsx';
import { typedIn, useForm } from '../form.ts';
import type { FormDraft } from '../form-draft.ts';
import { initially } from '../LineItemFields.tsx';
import { PaidBy } from '../PaidBy.tsx';
import type { Asked } from '../Reviews.tsx';
import type { Fault } from '../relay/fault.ts';
import type { Write } from '../relay/write.ts';
import type { LaunchCampaignMutation } from './__generated__/LaunchCampaignMutation.graphql.ts';
import type { LaunchFormQuery } from './__generated__/LaunchFormQuery.graphql.ts';
import { LaunchEnd } from './LaunchEnd.tsx';
import {
  LineItemBid,
  LineItemPosts,
  LineItemTargets,
  lineItemOf,
  lineItemPlaces,
} from './LaunchLineItem.tsx';
import { LaunchReview } from './LaunchReview.tsx';
import { LaunchStages } from './LaunchStages.tsx';
import type { Launched } from './launched.ts';
import type { Line } from './lines.ts';
import { draftLines, keptLines, keptName, newLine } from './lines.ts';
import { blankIn } from './needed.ts';
import { useStage } from './use-stage.ts';

type Input = LaunchCampaignMutation['variables']['input'];

// Named as in the input, so that a fault finds its field.
const fields = [
  'campaign.name',
  'campaign.fundingInstrumentId',
  'campaign.dailyBudget',
  'campaign.totalBudget',
] as const;

interface Props {
  readonly accountId: string;
  readonly write: Write<Input, Launched>;
  readonly draft: FormDraft;
  /** The launch that waits for the user's approval; null while none does. */
  readonly asked: Asked | null;
  readonly fetchKey: number;
  readonly onClose: () => void;
}

/** A whole campaign in stages: the payer, the line items, their targeting and their posts. */
export const LaunchForm = ({ accountId, write, draft, asked, fetchKey, onClose }: Props) => {
  const { isOpen, last, ending, send } = write;
  const { account } = useLazyLoadQuery<LaunchFormQuery>(
    graphql`
      query LaunchFormQuery($accountId: ID!) {
        account(id: $accountId) {
          ...PaidBy_account
          ...PostPicker_account
        }
      }
    `,
    { accountId },
    { fetchKey },
  );
  const [lines, setLines] = useState(() =>
    isOpen && last !== null ? keptLines(last) : draftLines(draft),
  );
  const [isActivated] = useState(() =>
    isOpen ? last?.input.activate === true : draft.read()?.['activate'] === 'on',
  );
  const isLocked = isOpen || ending?.outcome === 'APPLIED';
  const [blank, setBlank] = useState<readonly Fault[]>([]);
  const form = useForm<string>(write, draft, initially, blank);
  const places = placesOf(lines);
  const faults = places.map((names) => names.flatMap((name) => form.field(name).faults).length);
  const { at, reached, setChosen } = useStage({ write, asked, faults, form: form.ref, draft });
  /** True if all stages before this one are filled in; else goes to the first that is not. */
  const isReady = (to: number): boolean => {
    const blanks = places.slice(0, to).map((names) => blankIn(form.ref.current, names));
    const stop = isLocked ? -1 : blanks.findIndex((found) => found.length > 0);
    setBlank(blanks[stop] ?? []);
    if (stop >= 0) setChosen(stop);
    return stop < 0;
  };
  const go = (to: number): void => {
    if (isReady(to)) setChosen(to);
  };
  // The form's fields contain neither the picked values nor the current stage.
  const kept = useRef({ lines, at });
  useEffect(() => {
    const { lines: before, at: from } = kept.current;
    if (before === lines && from === at) return;
    kept.current = { lines, at };
    const isFilledIn = at < places.length && !isLocked;
    if (isFilledIn && form.ref.current !== null) draft.keepFrom(form.ref.current);
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (at < places.length - 1) {
      go(at + 1);
      return;
    }
    if (!isReady(places.length)) return;
    const input = inputOf(lines, typedIn(event.currentTarget));
    void send({ accountId, ...input }, lines.map(keptName));
  };
  const partOf = (line: Line, position: number) => ({
    ...{ at: position, line, form },
    onChange: (changed: Line) => setLines(lines.with(position, changed)),
  });
  return (
    <form ref={form.ref} onInput={form.onInput} onSubmit={submit} noValidate>
      <LaunchStages
        {...{ at, reached, faults }}
        isFixed={asked !== null || write.isUnderWay}
        onGo={go}
      />
      <fieldset className="fields" disabled={isLocked} hidden={at >= places.length}>
        <input type="hidden" name="lines" value={JSON.stringify(lines.map(keptName))} />
        <input type="hidden" name="stage" value={at} />
        <Stage name="Campaign" isShown={at === 0}>
          <Field label="Campaign name" {...form.field('campaign.name')} />
          <PaidBy account={account} {...form.field('campaign.fundingInstrumentId')} />
          <Field label="Daily budget" inputMode="decimal" {...form.field('campaign.dailyBudget')} />
          <Field label="Total budget" inputMode="decimal" {...form.field('campaign.totalBudget')} />
          <label>
            <input type="checkbox" name="activate" defaultChecked={isActivated} /> Activate
            everything once it is created
          </label>
        </Stage>
        <Stage name="Line items" isShown={at === 1}>
          {lines.map((line, position) => (
            <LineItemBid
              key={line.key}
              {...{ at: position, form }}
              onRemove={lines.length > 1 ? () => setLines(lines.toSpliced(position, 1)) : null}
            />
          ))}
          <button type="button" onClick={() => setLines([...lines, newLine()])}>
            Add line item
          </button>
        </Stage>
        <Stage name="Targeting" isShown={at === 2}>
          {lines.map((line, position) => (
            <LineItemTargets key={line.key} {...partOf(line, position)} />
          ))}
        </Stage>
        <Stage name="Posts" isShown={at === 3}>
          {lines.map((line, position) => (
            <LineItemPosts key={line.key} {...partOf(line, position)} account={account} />
          ))}
        </Stage>
      </fieldset>
      {asked !== null ? (
        <LaunchReview {...asked} />
      ) : (
        <LaunchEnd
          write={write}
          errors={form.faultsBeside(places.flat())}
          verb={['Next', 'Next', 'Next', 'Review'][at] ?? 'Launch'}
          onBack={at > 0 && at < places.length ? () => go(at - 1) : undefined}
          {...{ draft, onClose }}
        />
      )}
    </form>
  );
};

/** The places of the input that each stage fills in. */
const placesOf = (lines: readonly Line[]): readonly (readonly string[])[] => {
  const all = lines.map((_line, at) => lineItemPlaces(at));
  return [
    fields,
    all.flatMap(({ bid }) => bid),
    all.flatMap(({ targeting }) => targeting),
    all.flatMap(({ posts }) => posts),
  ];
};

interface StageProps {
  readonly name: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** The fields of one stage. They stay in the form while another stage is shown. */
const Stage = ({ name, isShown, children }: StageProps) => (
  <section className="stage fields" aria-label={name} tabIndex={-1} hidden={!isShown}>
    {children}
  </section>
);

const inputOf = (lines: ReturnType<typeof keptLines>, typed: ReturnType<typeof typedIn>) => {
  const { text, given, isChecked } = typed;
  return {
    campaign: {
      name: text('campaign.name'),
      fundingInstrumentId: text('campaign.fundingInstrumentId'),
      dailyBudget: given('campaign.dailyBudget'),
      totalBudget: given('campaign.totalBudget'),
    },
    lineItems: lines.map((line, at) => lineItemOf(line, at, typed)),
    activate: isChecked('activate'),
  };
};
