import { one } from '../resolvers/call.ts';
import { ofViewer } from '../resolvers/page.ts';
import { account, accounts } from '../upstream/catalogue/accounts.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import { entityType } from './entities.ts';
import { item } from './fields.ts';

export const Account = entityType(account, 'account_id');

builder.queryField('accounts', (t) =>
  t.field(list({ endpoint: accounts.listAccounts, type: Account, from: ofViewer })),
);
builder.queryField('account', (t) =>
  t.field({
    ...item(accounts.getAccount, account, Account),
    resolve: (_root, args, context, info) =>
      one(accounts.getAccount, account)(undefined, args, context, info),
  }),
);
