// A phone that was forgotten keeps nothing of its own either.
try {
  [localStorage, sessionStorage].forEach((store) =>
    Object.keys(store).filter((key) => key.startsWith("counting-house")).forEach((key) =>
      store.removeItem(key)
    )
  );
} catch { /* a private window keeps nothing */ }
