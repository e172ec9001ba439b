import type { ObjectFieldBuilder } from '@pothos/core';
import type { ItemResult } from '../../resolvers/writes/items.ts';
import { lineItemsOf, ofEnd, ofStep, outcomeOf } from '../../resolvers/writes/launch/launch.ts';
import type { LineItemMade } from '../../resolvers/writes/launch/made.ts';
import type { Launch, RunningStep } from '../../resolvers/writes/launch/run-steps.ts';
import { stepKinds } from '../../resolvers/writes/launch/step.ts';
import { type Child, children } from '../../resolvers/writes/launch/tree.ts';
import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { promotedTweet } from '../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriterion } from '../../upstream/catalogue/areas/targeting-criteria.ts';
import { batchResultOf } from './batch-mutations.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { loaded } from './loaded.ts';
import { always, errorsField, outcomeField } from './outcome.ts';
import { entityRef } from './refs.ts';

const LaunchStepKind = builder.enumType('LaunchStepKind', {
  description: 'The kinds of steps of a launch. They run in this order.',
  values: Object.fromEntries(
    Object.entries(stepKinds).map(([name, description]) => [name, { value: name, description }]),
  ) as {
    readonly [K in keyof typeof stepKinds]: { readonly value: K; readonly description: string };
  },
});

const LaunchStep = builder.objectRef<RunningStep>('LaunchStep').implement({
  description: 'One write to the API that a launch makes.',
  fields: (t) => ({
    index: t.exposeInt('index', {
      nullable: false,
      description: 'Its position in `steps`, from 0.',
    }),
    step: t.expose('kind', {
      type: LaunchStepKind,
      nullable: false,
      description: 'Kind of the step.',
    }),
    items: t.exposeInt('items', {
      nullable: false,
      description: 'How many rows it makes or changes: 40 in a step of 40 line items.',
    }),
    lineItem: t.exposeInt('lineItem', {
      description: 'The index of its line item; null if it is not about a single one.',
    }),
    outcome: t.field({
      ...outcomeField,
      description:
        'How it ended; available once it has. NOT_APPLIED if it was not sent, because an earlier step stopped the launch, or for the reason in `errors`.',
      ...loaded(ofStep(({ outcome }) => outcome)),
    }),
    errors: t.field({
      ...errorsField('Why it was not applied, with the errors of its items.'),
      ...loaded(ofStep(({ errors }) => errors)),
    }),
  }),
});

type LineItemFields = ObjectFieldBuilder<SchemaTypes, LineItemMade>;

const childField = (t: LineItemFields, { kind, doc, isMany, create }: Child) => {
  const type = entityRef(create.returns.of);
  const rowsIn = ({ children: own }: LineItemMade) => own[kind] ?? [];
  return isMany
    ? t.field({ type: [type], nullable: always, description: `${doc}.`, resolve: rowsIn })
    : t.field({ type, description: `${doc}.`, resolve: (made) => rowsIn(made)[0] ?? null });
};

const LaunchedLineItem = builder.objectRef<LineItemMade>('LaunchedLineItem').implement({
  description: 'A line item of a launch, and everything that was created in it.',
  fields: (t) => ({
    index: t.exposeInt('index', {
      nullable: false,
      description: 'Its position in `lineItems`, from 0.',
    }),
    outcome: t.expose('outcome', {
      ...outcomeField,
      description:
        'How the creation of the line item ended. The parts in it have outcomes of their own.',
    }),
    lineItem: t.field({
      type: entityRef(lineItem),
      description: 'Its last known state; null if it was not created.',
      resolve: ({ row }: ItemResult) => row,
    }),
    targeting: t.expose('targeting', {
      type: [batchResultOf(targetingCriterion)],
      nullable: always,
      description: 'Its targeting criteria, in the order of the input.',
    }),
    promotedTweets: t.expose('promotedTweets', {
      type: [entityRef(promotedTweet)],
      nullable: always,
      description: 'The promoted posts that were created in it.',
    }),
    ...Object.fromEntries(children.map((child) => [child.member, childField(t, child)])),
    errors: t.expose(
      'errors',
      errorsField(
        'Errors of the line item and of its parts, and why it was not activated if it has nothing to show.',
      ),
    ),
  }),
});

/** The payload of all mutations that launch a campaign. */
export const LaunchPayload = builder.objectRef<Launch>('LaunchPayload').implement({
  description: 'How a launch ended. `steps` can be streamed: each step comes when it has ended.',
  fields: (t) => ({
    outcome: t.field({
      ...outcomeField,
      description:
        'APPLIED: everything was created; for a copy, everything except the parts in `errors`. Rows that somebody paused or deleted between two requests stay as they are: `errors` lists them, and nothing more is activated. REJECTED: a step was refused, or the input before anything was sent. UNKNOWN: the outcome of a step, or its record, is unknown. NOT_APPLIED: a step could not be sent, for example because time ran out or because of a rate limit; an error of this field says more. `steps` shows what exists; the same key continues with what is missing.',
      ...loaded(ofEnd(outcomeOf)),
    }),
    campaign: t.field({
      type: entityRef(campaign),
      description: 'Its last known state; null if it was not created.',
      ...loaded(ofEnd(({ campaign: row }) => row)),
    }),
    lineItems: t.field({
      type: [LaunchedLineItem],
      nullable: always,
      description:
        'The line items in the order of the input; of a copy in the order of the original, oldest first. Empty if the input was refused.',
      ...loaded(lineItemsOf),
    }),
    steps: t.expose('steps', {
      type: [LaunchStep],
      nullable: always,
      description:
        'The writes of the launch, in this order; empty if the input was refused. With `@stream` each step comes when it has ended, if the mutation has one root field.',
      extensions: { facts: { isOneByOne: true } },
    }),
    errors: t.field({
      ...errorsField(
        'Why the launch was not applied: everything that is wrong with the input, or the errors of the step that stopped it. With APPLIED they say what is not active although `activate` was given, and what a copy lacks of the original.',
      ),
      ...loaded(ofEnd(({ errors }) => errors)),
    }),
  }),
});
