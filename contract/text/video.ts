// What a video's page says.
export const missingHint = 'It may have been sold or taken down, or the link was cut short.';
export const failedHint = 'The video itself is fine. It could not be fetched just now.';
export const moreFrom = (seller: string) => `More videos from ${seller}`;
export const more = 'More videos';
export const backToList = 'Back to videos';
export const unplayable = 'This video could not be made playable.';
export const seeOwnUploads = 'See what happened in your uploads';
export const askForAnother = 'Ask the seller for another one.';
export const processingHint = 'It will play here in a moment, you need not reload.';
