import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';

const condition = {
  type: new GraphQLNonNull(GraphQLBoolean),
  defaultValue: true,
  description: 'Nothing comes later where this is false.',
};
const label = {
  type: GraphQLString,
  description: 'Text that the later part carries. No two in a document are equal.',
};

/** Marks a fragment that may be sent later than the rest. */
export const deferDirective = new GraphQLDirective({
  name: 'defer',
  description:
    'The rest of the answer does not wait for what only this fragment needs: the fragment comes in a later part. Clients that do not accept `multipart/mixed` get everything at once, and so do mutations of several fields.',
  locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
  args: { if: condition, label },
});

/** Marks a list whose items, except the first ones, may be sent later. */
export const streamDirective = new GraphQLDirective({
  name: 'stream',
  description:
    'The first items of this list of objects, such as `nodes` or `edges`, come with the rest of the answer, all others in one later part. Of a launch, each of the `steps` comes when it has ended. Clients that do not accept `multipart/mixed` get everything at once, and so do mutations of several fields.',
  locations: [DirectiveLocation.FIELD],
  args: {
    if: condition,
    label,
    initialCount: {
      type: new GraphQLNonNull(GraphQLInt),
      defaultValue: 0,
      description: 'How many items do not come later. A negative number is taken as 0.',
    },
  },
});
