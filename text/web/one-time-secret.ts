// What the app says when it shows a secret that it cannot show again.

export const copyFailed = 'Select the text to copy it';
export const copiedDone = "I've copied it";
