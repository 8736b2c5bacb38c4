// What the video player says.
export const playAgain = 'Play again';
export const play = 'Play';
export const pause = 'Pause';
export const back = (seconds: number) => `Back ${seconds} seconds`;
export const forward = (seconds: number) => `Forward ${seconds} seconds`;
export const unmute = 'Unmute';
export const mute = 'Mute';
export const leaveFullScreen = 'Exit full screen';
export const fullScreen = 'Full screen';
export const failed = "We couldn't play this video.";
export const failedHint = 'Check your connection and try again.';
export const loading = 'Loading video';
export const label = (title: string) => `Video: ${title}`;
export const seek = 'Seek';
export const position = (time: string, duration: string) => `${time} of ${duration}`;
export const jumpedBack = (seconds: number) => `−${seconds} s`;
export const jumpedForward = (seconds: number) => `+${seconds} s`;
