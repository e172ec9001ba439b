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
  description: 'If false, the directive has no effect.',
};
const label = {
  type: GraphQLString,
  description: 'A label for the later part, unique within the document.',
};

/** Marks a fragment that may be sent later than the rest. */
export const deferDirective = new GraphQLDirective({
  name: 'defer',
  description:
    'Sends this fragment in a later part of the response, so the rest does not wait for it. Clients that do not accept `multipart/mixed` get everything at once, and so do mutations of several fields.',
  locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
  args: { if: condition, label },
});

/** Marks a list whose items, except the first ones, may be sent later. */
export const streamDirective = new GraphQLDirective({
  name: 'stream',
  description:
    'Sends the first items of this list of objects, such as `nodes` or `edges`, with the rest of the response, and all others in one later part. Each of the `steps` of a launch is sent when it has ended. Clients that do not accept `multipart/mixed` get everything at once, and so do mutations of several fields.',
  locations: [DirectiveLocation.FIELD],
  args: {
    if: condition,
    label,
    initialCount: {
      type: new GraphQLNonNull(GraphQLInt),
      defaultValue: 0,
      description:
        'Number of items that come with the rest of the response. A negative number counts as 0.',
    },
  },
});
