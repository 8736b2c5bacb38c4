// What the API answers about decisions and appeals.
/** Why an ad or post is hidden that resembles something that was removed. Its owner reads it. */
export const heldForReview = "This looks like something we removed before. We'll check it and publish it if it's fine.";
export const accountNotHidden = 'You can only warn or suspend an account';
export const decisionGone = 'This decision no longer exists.';
export const caseGone = 'This case no longer exists.';
export const alreadyDecided = 'Another administrator has already decided this.';
export const onlyAppealLeft = 'Only the appeal is left: undo the decision or keep it.';
export const nothingToLift = 'There is nothing to undo.';
export const alreadyUndone = 'This was already undone.';
export const notAppealed = 'There is no appeal for this.';
export const appealAnswered = 'This appeal was already decided.';
export const decisionLifted = 'This decision was already undone.';
export const alreadyAppealed = 'You have already appealed.';
export const decisionUnknown = 'This link has no decision.';
export const notSuspended = 'This account is not suspended.';
