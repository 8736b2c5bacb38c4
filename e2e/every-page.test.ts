import { everyPage } from './support/every-page.ts';
import { expect, runsWith, test } from './support/test.ts';

test.use(runsWith({ sample: true, only: 'every-page' }));
test.describe.configure({ mode: 'parallel' });

for (const people of ['visitors', 'sellers', 'administrators'] as const) {
	test(`every page that ${people} see is accessible and fits its screen`, { tag: '@accessibility' }, async ({
		market,
	}) => {
		expect(await everyPage(market, people)).toEqual([]);
	});
}
