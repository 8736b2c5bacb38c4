// Sentences about actions that wait to be sent.
import { plural } from '../../contract/core/plural.ts';

export const expired = 'It waited for more than 12 days.';
export const outdated = "We can't send this. Copy your text and try again.";
export const listUnavailable = "The list opens when you're online. Nothing is lost.";
export const discardTitle = 'Discard this?';
export const keep = 'Keep';
export const title = 'Not sent yet';
export const hint = 'These stay on this device until they are sent or you log out.';
export const nothingLeft = 'Everything is sent.';
export const waits = 'Waiting';
export const noResponse = "No response yet. We'll send it when you're online.";
export const waitsForEarlier = 'Waiting for your earlier actions.';
export const notSent = 'Not sent';
export const sendAgain = 'Send again';
export const copyFailed = "We couldn't copy it. Select the text and copy it.";
export const following = (userName: string) => `Following ${userName}`;
export const unfollowing = (userName: string) => `Unfollowing ${userName}`;
export const likeTakenBack = 'A removed like';
export const contact = 'Contact with a seller';
export const unknown = 'An earlier action';
export const savedItems = (count: number) => plural(count, { one: '# saved item', other: '# saved items' });
