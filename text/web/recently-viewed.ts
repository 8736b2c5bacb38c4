// The ads that were viewed on this device.
export const title = 'Recently viewed';
export const hint = 'Only this device knows what you viewed.';
export const clear = 'Clear list';
export const turnOff = 'Turn off';
export const turnOn = 'Turn on Recently viewed';
export const isOff = 'Recently viewed is off.';
export const loadFailed = "We couldn't load the ads you viewed";
export const loading = 'Loading the ads you viewed';
