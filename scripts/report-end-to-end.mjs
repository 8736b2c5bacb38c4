// Playwright reporter that writes the totals and failures of a run as JSON to the file REPORT, for scripts/test.mjs.
import { writeFileSync } from 'node:fs';

export default class Report {
	#totals = { passed: 0, failed: 0, skipped: 0, pending: 0 };
	#failed = [];

	printsToStdio() {
		return false;
	}

	onError(error) {
		this.#failed.push(formatFailure('outside of every test', [error]));
	}

	onTestEnd(test, { status, errors }) {
		if (status === 'passed' || status === 'skipped') this.#totals[status] += 1;
		else {
			this.#totals.failed += 1;
			this.#failed.push(formatFailure(test.titlePath().slice(1).join(' > '), errors));
		}
	}

	onEnd() {
		const { REPORT } = process.env;
		if (REPORT) writeFileSync(REPORT, JSON.stringify({ totals: this.#totals, failed: this.#failed }));
	}
}

function formatFailure(title, errors) {
	return [title, ...errors.map(({ stack, message, value }) => stack ?? message ?? value)].join('\n');
}
