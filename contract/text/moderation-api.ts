// What the API answers about decisions and appeals.
export const accountNotHidden = 'An account can be warned or suspended';
export const decisionGone = 'This decision is not here any more.';
export const caseGone = 'This case is not here any more.';
export const decidedAlready = 'Somebody else has decided this already.';
export const onlyAppealLeft = 'Here is only an appeal left: take the decision back, or let it stand.';
export const nothingToLift = 'There is nothing to take back here.';
export const liftedAlready = 'This was taken back already.';
export const notAppealed = 'Nobody has appealed against this.';
export const appealAnswered = 'This appeal was answered already.';
export const decisionLifted = 'This decision was taken back already.';
export const appealedAlready = 'You have appealed already.';
export const decisionUnknown = 'There is no decision behind this link.';
