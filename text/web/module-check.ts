// What the check of a lesson says.
export const hint = 'Answer every question right to pass. If you miss one, just try again.';
export const send = 'Check my answers';
export const loading = 'Loading questions';
export const loadFailed = "We couldn't load the questions";
export const offline = "You're offline. Connect to take this check.";
export const offlineAnswers = "You're offline. Your answers stay here until you connect and send them.";
export const answerMissing = 'Choose an answer.';
export const alreadyPassed = 'You passed this check.';
export const passedTitle = 'All answers are right. You passed!';
export const notPassedTitle = (right: number, questions: number) => `${right} of ${questions} answers are right`;
export const notPassedHint = 'Look at the lesson again, then try the other questions.';
/** Read out before the answer that the learner chose. */
export const yourAnswer = 'Your answer: ';
export const right = 'Right.';
export const notRight = 'Not right yet.';
