// Playwright reporter that writes the totals, failures and files of a run as JSON to the file REPORT, for scripts/test.mjs.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class Report {
	#totals = { passed: 0, failed: 0, skipped: 0, pending: 0 };
	#failed = [];
	#files = new Map();

	printsToStdio() {
		return false;
	}

	onError(error) {
		this.#failed.push(formatFailure('outside of every test', [error]));
	}

	onTestEnd(test, { status, errors, duration }) {
		this.#measure(test, duration);
		if (status === 'passed' || status === 'skipped') this.#totals[status] += 1;
		else {
			this.#totals.failed += 1;
			this.#failed.push(formatFailure(test.titlePath().slice(1).join(' > '), errors));
		}
	}

	/** Adds the milliseconds of a test to those of its file. Playwright does not tell hooks and the start of a browser apart. */
	#measure(test, duration) {
		const file = relative(process.cwd(), test.location.file);
		const found = this.#files.get(file) ?? { file, imports: 0, hooks: 0, tests: 0, slowest: { title: '', time: 0 } };
		found.tests += duration;
		if (duration > found.slowest.time) found.slowest = { title: test.titlePath().slice(3).join(' > '), time: duration };
		this.#files.set(file, found);
	}

	onEnd() {
		const { REPORT } = process.env;
		const files = [...this.#files.values()];
		if (REPORT) writeFileSync(REPORT, JSON.stringify({ totals: this.#totals, failed: this.#failed, files }));
	}
}

function formatFailure(title, errors) {
	return [title, ...errors.map(({ stack, message, value }) => stack ?? message ?? value)].join('\n');
}
