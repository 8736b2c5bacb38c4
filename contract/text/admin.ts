// What the administration says on many of its pages.
export const overview = 'Overview';
export const enrollments = 'Enrollments';
export const reports = 'Reports';
export const accounts = 'Accounts';
export const courseContent = 'Course content';
export const auditLog = 'Audit log';
export const closedTitle = 'Only administrators come in here';
export const goToDashboard = 'Go to your dashboard';
export const closedHint = "You are logged in with an account that is not an administrator's.";
export const why = 'Why?';
export const reasonMissing = 'Say why';
export const whatToDo = 'What to do';
export const states = 'States';
export const suspendQuestion = (userName: string) => `Suspend @${userName}?`;
export const suspendAccount = 'Suspend the account';
export const readByOwner = 'The owner reads this.';
export const takeItBack = 'Take it back';
export const nothingFound = 'Nothing like this';
export const takenBack = 'The decision is taken back';
export const forHowLong = 'For how long?';
export const open = 'open';
export const numberMissing =
	'Visitors cannot reach you on WhatsApp yet. Set <setting>WHATSAPP_NUMBER</setting> where the server is started, and start it again.';
/** How long an account is suspended. */
export const suspensions = {
	day: '1 day',
	threeDays: '3 days',
	week: '7 days',
	month: '30 days',
	threeMonths: '90 days',
	year: '1 year',
	forGood: 'For good',
};
