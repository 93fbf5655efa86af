const arrowId = 'canvas-flow-arrow';

/** The head of every flow, in the colour of its line. */
export const arrow = `url(#${arrowId})`;

export const ArrowDefinition = () => (
  <svg aria-hidden height={0} style={{ position: 'absolute' }} width={0}>
    <defs>
      <marker
        id={arrowId}
        markerHeight={10}
        markerUnits="userSpaceOnUse"
        markerWidth={11}
        orient="auto-start-reverse"
        refX={10}
        refY={5}
        viewBox="0 0 11 10"
      >
        <path d="M1,1 L10,5 L1,9 Z" fill="context-stroke" />
      </marker>
    </defs>
  </svg>
);
