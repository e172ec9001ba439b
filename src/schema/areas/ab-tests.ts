import { abTest, abTests } from '../../upstream/catalogue/areas/ab-tests.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

entityType(abTest, 'ab_test_id');

accountFields({ abTests: abTests.listAbTests, abTest: abTests.getAbTest });

mutations(abTests);
