// Short sounds, made here: no file is loaded. They are off until this phone's settings say otherwise.
const LOUDNESS = 0.12;
const ALARM_LOUDNESS = 0.3;
// One for all scripts of this page. Some browsers let it sound only once a finger has lifted from the page,
// and stop it while the phone sleeps or rings.
const sounding = () => (globalThis.audio ??= new AudioContext());
const isWanted = () => "sound" in document.documentElement.dataset;
addEventListener("pointerup", () => {
  if (!isWanted()) return;
  try {
    sounding().resume().catch(() => {});
  } catch { /* no sound on this phone */ }
}, true);

const tone = (frequency, after, seconds, type = "sine", loud = LOUDNESS) => {
  const audio = sounding();
  const begin = audio.currentTime + after;
  const source = audio.createOscillator();
  const loudness = audio.createGain();
  source.type = type;
  source.frequency.value = frequency;
  loudness.gain.setValueAtTime(loud, begin);
  loudness.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  source.connect(loudness).connect(audio.destination);
  source.start(begin);
  source.stop(begin + seconds);
};

const SOUNDS = {
  coins: () =>
    [[2637, 0], [3520, .06], [2960, .11]].forEach(([frequency, after]) => tone(frequency, after, .14)),
  seal: () =>
    [[150, .2], [90, .28]].forEach(([frequency, seconds]) => tone(frequency, 0, seconds, "triangle")),
  ring: () => [[988, 0], [1319, .14]].forEach(([frequency, after]) => tone(frequency, after, .3)),
  alarm: () => tone(880, 0, 1.2, "sine", ALARM_LOUDNESS),
  card: () => tone(520, 0, .05, "square"),
  winner: () =>
    [523, 659, 784, 1047].forEach((frequency, step) => tone(frequency, .13 * step, .4, "triangle")),
};

export const play = (sound) => {
  if (!isWanted()) return;
  try {
    SOUNDS[sound]();
  } catch { /* no sound on this phone */ }
};
