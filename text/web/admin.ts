// What the administration says on many of its pages.
export const overview = 'Overview';
export const enrollments = 'Enrollments';
export const reports = 'Reports';
export const accounts = 'Accounts';
export const courseContent = 'Course content';
export const auditLog = 'Audit log';
export const closedTitle = 'Only administrators can open this page';
export const goToDashboard = 'Go to your dashboard';
export const closedHint = "You're logged in, but your account is not an administrator.";
export const why = 'Your reason';
export const reasonMissing = 'Enter a reason';
export const whatToDo = 'Actions';
export const states = 'Status';
export const suspendQuestion = (userName: string) => `Suspend @${userName}?`;
export const suspendAccount = 'Suspend account';
export const readByOwner = 'The owner can read this.';
export const undoDecision = 'Undo decision';
export const nothingFound = 'No results';
export const decisionUndone = 'Decision undone';
export const forHowLong = 'Duration';
export const waiting = 'waiting';
export const numberMissing =
	"Visitors can't reach you on WhatsApp yet. Set <setting>WHATSAPP_NUMBER</setting> and restart the server.";
/** How long an account is suspended. */
export const suspensions = {
	day: '1 day',
	threeDays: '3 days',
	week: '7 days',
	month: '30 days',
	threeMonths: '90 days',
	year: '1 year',
	forGood: 'Permanently',
};
