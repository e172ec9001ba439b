import type { Viewer as ViewerValue } from '../../upstream/client/scope.ts';
import { builder } from '../fields/builder.ts';

const Viewer = builder
  .objectRef<{ readonly viewer: ViewerValue | null; readonly mayWrite: boolean }>('Viewer')
  .implement({
    description:
      'The user that this request acts for: a user who signed in, the owner of the application, or nobody. Costs no upstream call.',
    fields: (t) => ({
      signedIn: t.boolean({
        nullable: false,
        description: 'Whether the request has a session, and so acts for the user who signed in.',
        resolve: ({ viewer }) => viewer !== null && !viewer.isOwnerToken,
      }),
      asOwner: t.boolean({
        nullable: false,
        description:
          "Whether the request acts with the token of the application's owner, which the gateway lends to requests of its own machine or by an API key.",
        resolve: ({ viewer }) => viewer?.isOwnerToken ?? false,
      }),
      userId: t.id({
        description:
          'The id of the user that it acts for; null if it acts for nobody, and for an owner whose id is not known.',
        resolve: ({ viewer }) => viewer?.userId ?? null,
      }),
      screenName: t.string({
        description: 'The screen name of the user who signed in; null without a session.',
        resolve: ({ viewer }) => viewer?.screenName ?? null,
      }),
      mayWrite: t.boolean({
        nullable: false,
        description:
          'Whether the request may send mutations: false for an API key that is lent for queries only, or if nobody is signed in.',
        resolve: ({ mayWrite }) => mayWrite,
      }),
    }),
  });

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: false,
    description: 'The user that this request acts for. Costs no upstream call.',
    resolve: (_root, _args, { ads, mayWrite }) => ({ viewer: ads.viewer, mayWrite }),
  }),
);
