// What a seller sees after posting an ad, and wherever an ad's card for WhatsApp Status is shared.
export const adPosted = 'Your ad is live';
export const held = "We're checking it first";
export const heldHint = "It looks like something we removed before. We'll tell you when it's live.";
export const videoPosted = 'Video posted';
export const processingHint = "We're processing it so it plays on every phone. You can share it here once it's live.";
export const failedHint = "We couldn't process this video. Open it to see why.";
export const shareHint = 'Share it now: most customers come from your WhatsApp Status.';
export const shareToStatus = 'Share to WhatsApp Status';
export const downloaded = 'Card saved. Open WhatsApp and add it to your Status.';
export const cardFailed = "We couldn't make the card. Try again.";
export const card = (title: string) => `Card for WhatsApp Status: ${title}`;
export const viewAd = 'View ad';
export const copyLink = 'Copy link';
export const copyFailed = "We couldn't copy the link. Open the ad and share it from there.";
export const postAnother = 'Post another';
