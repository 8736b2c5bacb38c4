import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const maxSubjectLength = 72;
/** Last commit before this check. 390 of the subjects up to it are longer, and published commits stay. */
const lastUnchecked = '640933faac435db36d311d86553a3160b557a81c';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Lists the subjects since `lastUnchecked`, or returns why they are not known: a release or a shallow clone has no history. */
function readNewSubjects(): string[] | string {
	try {
		if (git('rev-parse', '--is-shallow-repository').trim() === 'true') return 'the clone is shallow';
		return git('log', '--no-merges', '--format=%s', `${lastUnchecked}..HEAD`).split('\n').filter(Boolean);
	} catch {
		return 'there is no history with the last unchecked commit';
	}
}

const isTooLong = (subject: string) => [...subject].length > maxSubjectLength;

test('subjects of new commits have at most 72 characters', (context) => {
	const subjects = readNewSubjects();
	if (typeof subjects === 'string') return context.skip(subjects);
	expect(subjects.filter(isTooLong)).toEqual([]);
	expect([`${'a'.repeat(71)}ó`, 'a'.repeat(73)].map(isTooLong)).toEqual([false, true]);
});
