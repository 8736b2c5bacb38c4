import type { Person } from '../../contract/accounts.ts';
import { courseById } from '../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { formatNaira } from '../../contract/money.ts';
import type { NoticeKind } from '../../contract/notifications.ts';
import type { Target } from '../../contract/target.ts';

/** What a notice is about, as far as its sentence needs it. */
export interface About {
	/** Path of its page. */
	path: string;
	/** What happened, so that it is told once however often the job runs. */
	event: string;
	/** An ad or a post that has to be visible for the notice to be shown, for it is another's. */
	seen?: { target: Target; id: number };
	/** The comments it tells of, the latest first: it is not announced once all of them are gone. */
	comments?: number[];
	title?: string;
	priceKobo?: number;
	state?: 'ready' | 'failed';
	enrollment?: { courseId: string; state: EnrollmentState };
	outcome?: 'decided' | 'lifted' | 'upheld';
}

export interface Told {
	kind: NoticeKind;
	count: number;
	about: About;
	/** The latest first; those who are still here. */
	people: readonly Person[];
	/** How many caused it. */
	actors: number;
}

/** A heading for the phone, and the sentence. */
export function wordsOf({ kind, count, about, people, actors }: Told): { title: string; text: string } {
	const who = names(people, actors);
	const what = quoted(about.title);
	switch (kind) {
		case 'comment':
			return count > 1
				? { title: `${count} new comments`, text: `${who} left ${count} comments on ${what}` }
				: { title: 'New comment', text: `${who} commented on ${what}` };
		case 'reply':
			return { title: count > 1 ? `${count} new replies` : 'New reply', text: `${who} replied to you on ${what}` };
		case 'like':
			return { title: count > 1 ? `${count} new likes` : 'New like', text: `${who} ${likes(actors)} ${what}` };
		case 'follow':
			return { title: count > 1 ? `${count} new followers` : 'New follower', text: `${who} ${follows(actors)} you` };
		case 'new_ad':
			return count > 1
				? { title: 'New ads', text: `${who} has posted ${count} new ads` }
				: { title: 'New ad', text: `${who} has posted ${what}` };
		case 'price_drop':
			return { title: 'Price drop', text: `${what} costs only ${formatNaira(about.priceKobo ?? 0)} by now` };
		case 'video':
			return about.state === 'failed'
				? { title: 'Your video did not work', text: `${what} could not be made playable. You can try again` }
				: { title: 'Your video is ready', text: `${what} can be watched` };
		case 'enrollment':
			return enrollmentWords(about);
		case 'moderation':
			return moderationWords(about);
	}
}

function enrollmentWords({ enrollment }: About): { title: string; text: string } {
	const course = quoted(enrollment && courseById(enrollment.courseId)?.title);
	const words: Record<EnrollmentState, [title: string, text: string]> = {
		requested: ['Your course', `We have your request for ${course}`],
		awaiting_payment: ['Your course', `${course} can be paid for: the way is in your email`],
		paid: ['Payment received', `Your payment for ${course} is here`],
		active: ['Your course is open', `You can begin with ${course}`],
		cancelled: ['Your course', `Your request for ${course} was cancelled`],
		refunded: ['Money returned', `Your payment for ${course} was refunded`],
	};
	const [title, text] = words[enrollment?.state ?? 'requested'];
	return { title, text };
}

function moderationWords({ outcome }: About): { title: string; text: string } {
	if (outcome === 'lifted')
		return { title: 'Decision taken back', text: 'A decision about something of yours was taken back' };
	if (outcome === 'upheld')
		return { title: 'Decision stays', text: 'We looked again: a decision about something of yours stays' };
	return {
		title: 'A decision about you',
		text: 'We have decided about something of yours. Read why, and what you can do',
	};
}

const likes = (count: number) => (count > 1 ? 'like' : 'likes');
const follows = (count: number) => (count > 1 ? 'follow' : 'follows');

function quoted(title: string | undefined): string {
	return title ? `“${title.length > 60 ? `${title.slice(0, 59).trimEnd()}…` : title}”` : 'what you posted';
}

/** 'Ada', 'Ada and Bola', 'Ada and 3 others'. */
function names(people: readonly Person[], actors: number): string {
	const [first, second] = people.map((person) => person.display_name || person.user_name);
	if (!first) return 'Somebody';
	if (actors <= 1) return first;
	if (actors === 2 && second) return `${first} and ${second}`;
	return `${first} and ${actors - 1} others`;
}
