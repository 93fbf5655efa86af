/** Says where the window is, because a start on an invisible display seems to do nothing. */
export function sayWhereTheWindowIs() {
  const display = process.env.PARAPET_VIRTUAL_DISPLAY;
  if (!display) return;
  console.log(
    `There is no screen here, so the window is on the virtual display ${display}. To see it: ` +
      `x11vnc -display ${display} -localhost, and a VNC viewer on localhost:5900; for a picture: ` +
      `import -display ${display} -window root window.png. Press Ctrl-C to end it.`,
  );
}
