import { test } from 'vitest';
import type { Case } from '../support/answers.ts';
import { checker } from '../support/answers.ts';
import { createOracle } from '../support/list-oracle.ts';
import { smallSchema } from '../support/small-schema.ts';

const { answers } = checker(smallSchema, () => createOracle({ rows: {} }).ads);

const cases: readonly Case[] = [
  {
    title: 'each waits for the one before, and for all that is selected of it',
    text: 'mutation { a: addLater(amount: 1) { value later } b: add(amount: 10) { later value } c: addLater(amount: 100) { value later } }',
    data: '{"a":{"value":1,"later":1},"b":{"later":11,"value":11},"c":{"value":111,"later":111}}',
  },
  {
    title: 'a failure stops none of those behind it',
    text: 'mutation { a: addLater(amount: 1) { value } b: fail { value } c: failLater { value } d: addLater(amount: 2) { later } e: add(amount: 3) { value } }',
    data: '{"a":{"value":1},"b":null,"c":null,"d":{"later":3},"e":{"value":6}}',
    errors: ['b BAD_USER_INPUT', 'c BAD_USER_INPUT'],
  },
  {
    title: 'a failure below one leaves the others',
    text: 'mutation { a: add(amount: 1) { value firmFail } b: addLater(amount: 2) { value } }',
    data: '{"a":null,"b":{"value":3}}',
    errors: ['a.firmFail BAD_USER_INPUT'],
  },
  {
    title: 'one that may not be null takes all data away',
    text: 'mutation { a: add(amount: 1) { value } firmFail { value } }',
    data: 'null',
    errors: ['firmFail BAD_USER_INPUT'],
  },
  {
    title: 'those of fragments stand where they are met first',
    text: 'mutation ($no: Boolean = false) { ...F b: add(amount: 1) { value } a: add(amount: 1) { later } c: add(amount: 50) @include(if: $no) { value } ... { d: add(amount: 5) { value } } } fragment F on Mutation { a: add(amount: 1) { value } }',
    data: '{"a":{"value":1,"later":1},"b":{"value":2},"d":{"value":7}}',
  },
];

test.each(cases)('mutations: $title', answers);
