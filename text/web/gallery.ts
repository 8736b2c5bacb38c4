// Sentences where the pictures of an ad or post are looked at.
export const zoomInto = (place: number, count: number) => `Photo ${place} of ${count}: zoom in`;
export const zoomIntoOnly = 'Photo: zoom in';
export const pictureAlt = (title: string, place: number) => `${title}, photo ${place}`;
export const previousPicture = 'Previous photo';
export const nextPicture = 'Next photo';
export const zoomOut = 'Zoom out';
export const zoomIn = 'Zoom in';
