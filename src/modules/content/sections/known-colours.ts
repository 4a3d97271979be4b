/** The names of CSS colours. */
const names = `
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred
darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink
deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold
goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush
lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey
lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow
lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen
mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise
palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow
springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
transparent currentcolor`

const known = new Set(names.split(/\s+/))
/** The other words in gradients and colour functions. */
const terms = new Set(
  'rgb rgba hsl hsla linear radial gradient deg to top bottom left right circle ellipse'.split(' '),
)

/** The first word of a colour or a gradient that is no CSS colour name; undefined when there is none. */
export function unknownColour(value: string): string | undefined {
  const words = value.replace(/#[\da-f]+/gi, ' ').match(/[a-z]+/gi) ?? []
  return words.find((word) => !known.has(word.toLowerCase()) && !terms.has(word))
}

/** The fields of sections that contain a colour or a background; a test compares them with the schemas. */
export const colourFields = ['colour', 'background']

export const isColourField = (path: readonly (string | number)[]): boolean =>
  colourFields.includes(String(path.at(-1))) || path.at(-2) === 'colors'
