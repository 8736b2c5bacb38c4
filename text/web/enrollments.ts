// What lists and states of enrollments say.
import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';

export const caption = 'Enrollments, newest first';
export const learner = 'Learner';
export const requested = 'Requested';
export const proof = 'Proof';
export const loadingOwn = 'Loading your courses';
export const ownLoadFailed = "We couldn't load your courses";
export const percentDone = (percent: number) => `${percent}% done`;
export const continueLearning = 'Continue Learning';
export const proofOf = (moment: string) => `Proof of ${moment}`;
export const viewStatus = 'View status';
export const stageDone = 'Done';
export const requestedOn = 'Requested on <day/>';
export const continueLearningCourse = (courseTitle: string) => `${continueLearning}: ${courseTitle}`;
export const viewStatusOf = (courseTitle: string) => `${viewStatus}: ${courseTitle}`;
export const openProof = (moment: string) => `${proofOf(moment)}, opens in a new tab`;
export const states: Record<EnrollmentState, string> = {
	requested: 'Requested',
	awaiting_payment: 'Awaiting payment',
	paid: 'Paid',
	active: 'Active',
	cancelled: 'Cancelled',
	refunded: 'Refunded',
};
