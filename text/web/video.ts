// What a video's page says.
export const missingHint = 'It may be sold or taken down, or the link is incomplete.';
export const failedHint = "The video is fine. We just couldn't load it.";
export const moreFrom = (seller: string) => `More videos from ${seller}`;
export const more = 'More videos';
export const backToList = 'Back to videos';
export const unplayable = "We couldn't process this video.";
export const seeOwnUploads = 'View it in your uploads';
export const askForAnother = 'Ask the seller for another video.';
export const processingHint = "It plays here in a moment. You don't need to reload.";
