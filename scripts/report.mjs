// Vitest reporter that writes the totals and failures of a run as JSON to the file REPORT, for scripts/test.mjs.
import { writeFileSync } from 'node:fs';

export default class Report {
	onTestRunEnd(modules, unhandled) {
		const totals = { passed: 0, failed: 0, skipped: 0, pending: 0 };
		const failed = [];
		for (const module of modules) {
			const file = module.relativeModuleId;
			failed.push(...formatFailures(file, module.errors()));
			for (const suite of module.children.allSuites()) {
				failed.push(...formatFailures(`${file} > ${suite.fullName}`, suite.errors()));
			}
			for (const test of module.children.allTests()) {
				const { state, errors } = test.result();
				totals[state] += 1;
				if (state === 'failed') failed.push(...formatFailures(`${file} > ${test.fullName}`, errors));
			}
		}
		failed.push(...formatFailures('outside of every test', unhandled));
		writeFileSync(process.env.REPORT, JSON.stringify({ totals, failed }));
	}
}

function formatFailures(title, errors = []) {
	if (errors.length === 0) return [];
	// Any value can be thrown, so `stack` and `message` may be missing.
	const lines = errors.flatMap((error) => String(error.stack ?? error.message ?? JSON.stringify(error)).split('\n'));
	return [[title, ...lines.filter((line) => !line.includes('node_modules'))].join('\n')];
}
