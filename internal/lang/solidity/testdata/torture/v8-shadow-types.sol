// A struct, a variable and a function of one name at different levels.
pragma solidity 0.8.30;
struct Order { uint256 id; }
contract Book {
    mapping(uint256 => Order) orders;
    function order(uint256 id) public view returns (Order memory order_) { order_ = orders[id]; }
    function add(Order calldata order_) external { Order memory order = order_; orders[order.id] = order; }
}
contract Shelf { enum Order { Up, Down } Order public order; Book book; function flip() external returns (uint256) { order = order == Order.Up ? Order.Down : Order.Up; return book.order(1).id; } }
