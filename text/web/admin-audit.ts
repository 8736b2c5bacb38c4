// What the audit log says.
export const caption = 'Administrator actions, newest first';
export const when = 'When';
export const who = 'Administrator';
export const commandLine = 'Command line';
export const action = 'Action';
export const target = 'Target';
export const why = 'Reason';
export const market = 'the market';
export const decision = (id: number) => `decision ${id}`;
export const about = 'Everything administrators did. No one can change or remove entries.';
export const searchAction = 'Action';
export const actionPlaceholder = 'Action, e.g. enrollment';
export const userNamePlaceholder = "Administrator's user name";
export const listText = {
	loading: 'Loading audit log',
	loadFailed: "We couldn't load the audit log",
	emptyTitle: 'No actions yet',
	emptyHint: 'This log shows what each administrator decides or changes.',
};
export const seeAll = 'See the full log';
export const nothingFoundHint = 'Type the start of an action, or a full user name.';
export const undoQuestion = 'Undo this decision?';
export const undoConsequence = 'Hidden posts become visible again. Suspended accounts can log in again.';
export const undoDecision = (id: number) => `Undo decision ${id}`;
