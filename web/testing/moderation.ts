import type { Decision, ReportCase } from '../../contract/moderation/moderation.ts';

const at = '2026-11-01T09:00:00.000Z';

export function makeDecision(id: number, overrides: Partial<Decision> = {}): Decision {
	return {
		id,
		kind: 'hide',
		target: { kind: 'ad', id: 5, title: 'Blue cloth' },
		reason: 'You ask for the money first.',
		until: null,
		at,
		lifted_at: null,
		appeal: null,
		...overrides,
	};
}

export function makeCase(id: number, title: string, overrides: Partial<ReportCase> = {}): ReportCase {
	return {
		id,
		target: { kind: 'ad', id, title, text: 'Six yards.', picture: null, path: `/feed/${id}`, gone: false },
		owner: {
			id: 9,
			user_name: 'mama_risi',
			display_name: 'Mama Risi Stores',
			user_image: null,
			decisions: 0,
			created_at: at,
		},
		reports: [{ reporter: null, reason: 'scam', note: 'He wants a deposit.', weight: 100, weight_reason: null, at }],
		flags: [],
		held: false,
		appeal: null,
		latest_at: at,
		...overrides,
	};
}
