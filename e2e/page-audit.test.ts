import { findPageProblems } from './support/page-audit.ts';
import { expect, test, withConfiguration } from './support/test.ts';

test.use(withConfiguration({ sample: true, isolatedFor: 'every-page' }));
test.describe.configure({ mode: 'parallel' });

for (const people of ['visitors', 'sellers', 'administrators'] as const) {
	test(`every page that ${people} see is accessible and fits its screen`, { tag: '@accessibility' }, async ({
		market,
	}) => {
		expect(await findPageProblems(market, people)).toEqual([]);
	});
}
