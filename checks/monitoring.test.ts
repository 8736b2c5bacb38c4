import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../server/testing/start-server.ts';

const folder = join(import.meta.dirname, '../docs', 'monitoring');
const token = 'a-token-for-prometheus';

interface Panel {
	title: string;
	gridPos: { x: number; y: number; w: number; h: number };
	targets: { expr: string }[];
}

const rules = await readFile(join(folder, 'alerts.yaml'), 'utf8');
const { panels } = JSON.parse(await readFile(join(folder, 'dashboard.json'), 'utf8')) as { panels: Panel[] };
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

async function makeFolder(): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), 'kasuwa-monitoring-'));
	onTestFinished(() => rm(path, { recursive: true }));
	return path;
}

/** Returns the types of the metrics that a process reports, by name. */
async function readMetricTypes(): Promise<Map<string, string>> {
	const backups = await makeFolder();
	const server = await startTestServer({ runJobs: false, env: { METRICS_TOKEN: token, BACKUP_TO: backups } });
	onTestFinished(() => server.close());
	const response = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
	return new Map(
		[...(await response.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
	);
}

/** Returns the names in a PromQL expression that are no functions, labels or operators, without the suffixes of histograms. */
function listMetrics(expression: string): string[] {
	const withoutLabels = expression
		.replaceAll(/"[^"]*"/g, '')
		.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
		.replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
	return [...withoutLabels.matchAll(/\b[a-z_]\w*\b(?!\s*\()/gi)]
		.map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
		.filter((name) => !['and', 'or', 'unless', 'bool', 'offset'].includes(name));
}

test('the dashboard and the alert rules use metrics that exist', async () => {
	const types = await readMetricTypes();
	const known = [...types.keys(), 'up'];
	const expressions = [...rules.matchAll(/^ {8}expr: (?:\|\n)?(.*(?:\n {10}.*)*)/gm)].map(([, expr = '']) => expr);
	expect(expressions.length).toBe(rules.match(/alert: /g)?.length);
	for (const expression of [...expressions, ...queries]) {
		const metrics = listMetrics(expression);
		expect(metrics.length, expression).toBeGreaterThan(0);
		for (const name of metrics) expect(known, expression).toContain(name);
	}
	for (const [name, type] of types) expect(name.endsWith('_total'), name).toBe(type === 'counter');
});

test('each panel of the dashboard has queries and a place of its own', () => {
	for (const panel of panels) {
		expect(panel.targets.length, panel.title).toBeGreaterThan(0);
		const { x, y, w, h } = panel.gridPos;
		expect(x + w, panel.title).toBeLessThanOrEqual(24);
		const overlapping = panels.filter(({ gridPos: other }) => {
			const isBeside = other.x >= x + w || x >= other.x + other.w;
			const isAbove = other.y >= y + h || y >= other.y + other.h;
			return !isBeside && !isAbove;
		});
		expect(overlapping, panel.title).toEqual([panel]);
	}
});

describe.skipIf(spawnSync('promtool', ['--version']).status !== 0)('promtool', () => {
	/** Runs promtool. Throws an error with its output if it fails. */
	const run = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: folder });

	test('accepts the alert rules and the scrape configuration', async () => {
		expect((await run('check', 'rules', 'alerts.yaml')).stdout).toMatch(/SUCCESS: \d+ rules found/);
		expect((await run('check', 'config', '--syntax-only', 'prometheus.yaml')).stdout).toContain('SUCCESS');
	});

	test('finds that each alert fires when it should', async () => {
		const files = ['alerts.test.yaml', 'alerts-days.test.yaml'];
		expect((await run('test', 'rules', ...files)).stdout.match(/SUCCESS/g)).toHaveLength(files.length);
		const tests = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('');
		for (const [, name = ''] of rules.matchAll(/alert: (\w+)/g)) expect(tests).toContain(`alertname="${name}"`);
	});

	test('parses the queries of the dashboard', async () => {
		const file = join(await makeFolder(), 'rules.json');
		// Variables of Grafana are replaced by values.
		const records = queries.map((expr, index) => ({
			record: `query_${index}`,
			expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
		}));
		await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }));
		expect((await run('check', 'rules', file)).stdout).toContain(`SUCCESS: ${records.length} rules found`);
	});
});
