// Structs, enums and events at every level, one hidden by another of its name.
pragma solidity 0.6.12;
struct Point { uint256 x; uint256 y; }
enum Colour { Red, Green }
contract Geometry {
    struct Line { Point from; Point to; Colour colour; }
    mapping(uint256 => Line) lines;
    function draw(uint256 x) external { Line storage line = lines[x]; line.from = Point(x, 1); line.to = Point({y: 2, x: x}); line.colour = Colour.Green; line.from.x++; }
}
