import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { nodeTestSettings } from './vitest.config.ts';

// Mutation tests run on the default database engine only.
process.env.TEST_ENGINE = 'sqlite';

/** Tests of the rules in `stryker.config.json` that need no server, fastest first. */
const testFiles = [
	'contract/core/money.test.ts',
	'server/enrollments/lifecycle.test.ts',
	'server/http/policy.test.ts',
	'server/accounts/present.test.ts',
	'server/media/signed-urls.test.ts',
	'server/core/signed-ids.test.ts',
	'server/media/upload-capability.test.ts',
	'server/authorized-writes.test.ts',
	'server/http/budgets.test.ts',
	'server/http/idempotency-store.test.ts',
	'server/senders/payments/paystack.test.ts',
	'server/core/rate-limits.test.ts',
	'server/accounts/reauthenticate.test.ts',
	'server/accounts/posting-quota-rules.test.ts',
	'server/accounts/sessions.test.ts',
	'server/accounts/suspension.test.ts',
	'server/media/quota-rules.test.ts',
	'server/content/visibility.test.ts',
	'server/enrollments/rules.test.ts',
];

/** Runs the fastest tests first, because the first failure ends the run of a mutant. */
class ListedOrderSequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const rank = ({ moduleId }: TestSpecification) => testFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
		return files.toSorted((a, b) => rank(a) - rank(b));
	}
}

export default defineConfig({
	test: { ...nodeTestSettings, include: testFiles, sequence: { sequencer: ListedOrderSequencer } },
});
