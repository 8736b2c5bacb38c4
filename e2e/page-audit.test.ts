import { findPageProblems } from './support/page-audit.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true, isolatedFor: 'page-audit' }));
test.describe.configure({ mode: 'parallel' });

for (const people of ['visitors', 'sellers', 'administrators'] as const) {
	test(`every page for ${people} is accessible and fits the screen`, { tag: '@accessibility' }, async ({ market }) => {
		expect(await findPageProblems(market, people)).toEqual([]);
	});
}
