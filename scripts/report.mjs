// Vitest reporter that writes the totals, failures and files of a run as JSON to the file REPORT, for scripts/test.mjs.
import { writeFileSync } from 'node:fs';

export default class Report {
	onTestRunEnd(modules, unhandled) {
		const totals = { passed: 0, failed: 0, skipped: 0, pending: 0 };
		const failed = [];
		const files = [];
		for (const module of modules) {
			const file = module.relativeModuleId;
			files.push(measure(file, module));
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
		writeFileSync(process.env.REPORT, JSON.stringify({ totals, failed, files }));
	}
}

/** Measures the milliseconds of a file: importing it and what it needs, its hooks, and its tests. */
function measure(file, module) {
	const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
	let tests = 0;
	let slowest = { title: '', time: 0 };
	for (const test of module.children.allTests()) {
		const time = test.diagnostic()?.duration ?? 0;
		tests += time;
		if (time > slowest.time) slowest = { title: test.fullName, time };
	}
	const imports = environmentSetupDuration + prepareDuration + setupDuration + collectDuration;
	return { file, imports, hooks: Math.max(0, duration - tests), tests, slowest };
}

function formatFailures(title, errors = []) {
	if (errors.length === 0) return [];
	// Any value can be thrown, so `stack` and `message` may be missing.
	const lines = errors.flatMap((error) => String(error.stack ?? error.message ?? JSON.stringify(error)).split('\n'));
	return [[title, ...lines.filter((line) => !line.includes('node_modules'))].join('\n')];
}
