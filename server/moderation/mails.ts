import { brand } from '../../contract/brand.ts';
import type { DecisionKind, ReportTarget } from '../../contract/moderation.ts';
import { decisionPath } from '../../contract/page-paths.ts';
import type { DecisionRow } from './tables.ts';

/** `owner` and `reporter`: it was decided; `lifted` and `upheld`: what the owner hears after that. */
export type MailKind = 'owner' | 'reporter' | 'lifted' | 'upheld';

const inNigeria = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' });

/** What those concerned are told, each by name. `key` opens the page of the decision. `publicUrl` is without a slash at its end. */
export function mailOf(
	kind: MailKind,
	row: DecisionRow,
	{ name, key, publicUrl }: { name: string; key: string; publicUrl: string },
): { subject: string; text: string } {
	const page = `${publicUrl}${decisionPath(key)}`;
	const thing = namesOf[row.target_kind];
	const titled = row.target_kind === 'account' || row.title === '' ? thing : `${thing} “${row.title}”`;
	const until = row.until === null ? 'for good' : `until ${inNigeria.format(row.until)}`;
	const reason = `The reason:\n${row.reason}`;

	function compose(subject: string, ...paragraphs: string[]) {
		return { subject, text: [`Hello ${name},`, ...paragraphs, `Your ${brand.name}`].join('\n\n') };
	}

	const done: Record<DecisionKind, string> = {
		dismiss: 'nothing was done about it',
		hide: 'it was taken down',
		delete: 'it was deleted',
		warn: 'a warning was given',
		suspend: 'the account was suspended',
	};
	switch (kind) {
		case 'reporter':
			return compose(
				`Your report at ${brand.name} was decided`,
				`You reported the ${titled}. An administrator has looked at it, and ${done[row.kind]}.`,
				reason,
				'Thank you for keeping the market honest.',
			);
		case 'lifted':
			return compose(
				`A decision at ${brand.name} was taken back`,
				`The decision about your ${titled} was taken back${liftedTo[row.kind]}.`,
				`What we say to it:\n${row.answer ?? ''}`,
				page,
			);
		case 'upheld':
			return compose(
				`Your appeal at ${brand.name} was answered`,
				`An administrator has read your appeal about your ${titled}. The decision stays.`,
				`The answer:\n${row.answer ?? ''}`,
				page,
			);
		case 'owner': {
			const appeal = `If you think this is wrong you can appeal, once; no login is needed:\n${page}`;
			if (row.kind === 'suspend') {
				const about = row.target_kind === 'account' ? '' : ` because of your ${titled}`;
				return compose(
					`Your ${brand.name} account is suspended`,
					`Your account is suspended ${until}${about}. Until then you cannot log in, and nobody sees what you posted.`,
					reason,
					appeal,
				);
			}
			const subjects: Record<Exclude<DecisionKind, 'suspend' | 'dismiss'>, string> = {
				hide: `Your ${thing} at ${brand.name} was taken down`,
				delete: `Your ${thing} at ${brand.name} was deleted`,
				warn: `A warning about your ${thing} at ${brand.name}`,
			};
			const happened = {
				hide: `Your ${titled} was taken down: nobody but you can see it.`,
				delete: `Your ${titled} was deleted.`,
				warn: `Your ${titled} is against the rules of ${brand.name}. This time it is a warning.`,
			};
			const what = row.kind === 'dismiss' ? 'warn' : row.kind;
			return compose(subjects[what], happened[what], reason, appeal);
		}
	}
}

const namesOf: Record<ReportTarget, string> = { ad: 'ad', post: 'post', comment: 'comment', account: 'account' };

/** What is so again. */
const liftedTo: Record<DecisionKind, string> = {
	dismiss: '',
	hide: ': everybody can see it again',
	delete: '. It cannot be brought back, but you may post it anew',
	warn: '',
	suspend: ': you can log in, and everything is as it was',
};
