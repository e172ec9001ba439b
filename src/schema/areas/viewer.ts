import type { Viewer as ViewerValue } from '../../upstream/client/viewer.ts';
import { builder } from '../fields/builder.ts';

const Viewer = builder.objectRef<{ readonly viewer: ViewerValue | null }>('Viewer').implement({
  description: 'The user that this request acts for. Costs no upstream call.',
  fields: (t) => ({
    signedIn: t.boolean({
      nullable: false,
      description: 'Whether the request acts for a user.',
      resolve: ({ viewer }) => viewer !== null,
    }),
    userId: t.id({
      description: "The viewer's user id; null where it is not known.",
      resolve: ({ viewer }) => viewer?.userId ?? null,
    }),
    screenName: t.string({
      description: "The viewer's screen name; null where it is not known.",
      resolve: ({ viewer }) => viewer?.screenName ?? null,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: false,
    description: 'The user that this request acts for.',
    resolve: (_root, _args, { ads }) => ({ viewer: ads.viewer }),
  }),
);
