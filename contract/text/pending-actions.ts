// What is said of actions that wait to be sent.
export const expired = 'It has waited for more than four weeks.';
export const listUnavailable = 'The list opens as soon as there is a network. Nothing is lost.';
export const discardTitle = 'Discard this?';
export const keep = 'Keep it';
export const title = 'Not sent yet';
export const hint = 'It stays on this device until it has arrived, or until you log out.';
export const nothingLeft = 'Everything has been sent.';
export const waits = 'Waits';
export const noResponse = 'No answer has come. It is sent as soon as there is a network.';
export const waitsForEarlier = 'It waits until what you did before it has been sent.';
export const notSent = 'Not sent';
export const sendAgain = 'Send again';
export const copyFailed = 'It could not be copied. Select the words and copy them yourself.';
export const following = (userName: string) => `Following ${userName}`;
export const unfollowing = (userName: string) => `Following ${userName} no more`;
export const likeTakenBack = 'A like taken back';
export const savedItems = (count: number) => `${count} ${count === 1 ? 'saved item' : 'saved items'}`;
